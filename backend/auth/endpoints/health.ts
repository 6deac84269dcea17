/** GET /health, with the service name that clients and dashboards expect. */

/** The Supabase Auth release whose protocol this service implements. */
const VERSION = "v2.189.0";

export async function health(): Promise<Response> {
  const description = "GoTrue is a user registration and authentication API";
  return Response.json({ version: VERSION, name: "GoTrue", description });
}
