/** GET /health, with the name that clients and dashboards look for. */

/** The Supabase Auth release whose protocol is spoken here. */
const VERSION = "v2.189.0";

export async function health(): Promise<Response> {
  const description = "GoTrue is a user registration and authentication API";
  return Response.json({ version: VERSION, name: "GoTrue", description });
}
