/**
 * The inline script in the head. It runs before the page is rendered, because what it listens for would be
 * over by the time the application is loaded. It
 * - marks images that fail to load (the stylesheet then shows the placeholder or the brand's name);
 * - captures the last click on a button that has no handler yet, which the application then replays
 *   (click-replay.ts), so that «Ajouter au panier» or «Se connecter» works on a slow network as soon as it is
 *   visible. The event is stopped: otherwise an application that has just been hydrated would handle it as
 *   well, and the browser would submit a form to an address that does not accept it;
 * - starts the application once the images of the first screen are loaded (defer-scripts.ts), at the first
 *   touch or key, or after three seconds.
 */
import { CAPTURED_CLICK } from "./click-replay.ts";

/** The type of the application's deferred script: one that no browser runs. */
export const DEFERRED_SCRIPT_TYPE = "text/deferred-module";

const SOURCE = `(()=>{
const on=(type,listener)=>addEventListener(type,listener,true);
const marks=(type,mark)=>on(type,({target:t})=>{if(t instanceof HTMLImageElement)t.toggleAttribute("data-broken",mark)});
marks("error",true);
marks("load",false);
const capture=e=>{const t=e.target,b=e.type==="submit"?t.method==="post"&&e.submitter:t.closest("button[type=button]:not([popovertarget])");
if(b){e.preventDefault();e.stopPropagation();capture.button?.removeAttribute("aria-busy");capture.button=b;b.setAttribute("aria-busy","true")}};
on("click",window.${CAPTURED_CLICK}=capture);
on("submit",capture);
const start=()=>{const w=document.querySelector('script[type="${DEFERRED_SCRIPT_TYPE}"]');
if(!w||start.done)return;
start.done=true;
for(const href of w.dataset.modules.split(" ")){const l=document.createElement("link");l.rel="modulepreload";l.href=href;document.head.append(l)}
const s=document.createElement("script");s.type="module";s.text=w.text;document.head.append(s)};
on("pointerdown",start);
on("keydown",start);
on("DOMContentLoaded",()=>{setTimeout(start,3000);
const first=[...document.images].filter(i=>i.fetchPriority==="high"&&!i.complete);
Promise.allSettled(first.map(i=>new Promise(r=>{i.onload=i.onerror=r}))).then(()=>setTimeout(start))});
})()`;

export const BOOTSTRAP_SCRIPT = SOURCE.replaceAll("\n", "");
