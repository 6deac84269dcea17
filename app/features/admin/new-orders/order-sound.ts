/** The sound of a new order: two short tones, made by the browser. Off until somebody switches it on. */

const STORAGE_KEY = "admin_order_sound";
const ON = "on";

export function isSoundOn(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) === ON;
  } catch {
    return false;
  }
}

/** A browser without storage forgets it with the tab, and stays silent. */
export function storeSound(on: boolean): void {
  try {
    if (on) window.localStorage.setItem(STORAGE_KEY, ON);
    else window.localStorage.removeItem(STORAGE_KEY);
  } catch (error) {
    console.error("admin: the sound could not be stored", error);
  }
}

const TONES = [
  { at: 0, hertz: 660 },
  { at: 0.18, hertz: 880 },
];
const TONE_SECONDS = 0.3;

/** Of several open tabs only one plays. A browser that the user has not touched yet stays silent. */
export async function playOrderSound(): Promise<void> {
  try {
    // Older browsers have no locks: then each tab plays.
    if (navigator.locks) {
      await navigator.locks.request(STORAGE_KEY, { ifAvailable: true }, async (lock) => lock && playTones());
    } else {
      await playTones();
    }
  } catch (error) {
    console.error("admin: the sound could not be played", error);
  }
}

async function playTones(): Promise<void> {
  const audio = new AudioContext();
  for (const { at, hertz } of TONES) {
    const start = audio.currentTime + at;
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.2, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
  // The lock is held until other tabs have had the same news.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await audio.close();
}
