/** Makes the courier's page start without a network: it is stored with its code as soon as it is open. */
import { storeCourierPage } from "./offline-app.ts";

export async function setUpCourier(): Promise<void> {
  await navigator.serviceWorker.register("/sw.js");
  await storeCourierPage();
}
