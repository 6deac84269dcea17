/**
 * A few lines that run before the page is drawn, inline in the head, because what they see would be over when
 * the application arrives. They
 * - mark pictures that fail to load (the stylesheet shows the placeholder or the brand's name instead);
 * - keep the last press on a button that has no meaning yet, to be done afterwards, so that «Ajouter au panier» or
 *   «Se connecter» works on a slow network from the moment it can be seen; it goes no further, or an application that is
 *   just taking over would do it as well, and the browser would send a form to where nobody takes it;
 * - start the application once the pictures of the first screen are there (late-scripts.ts), or at the first
 *   touch or key, or after three seconds.
 */
import { KEPT_PRESS } from "./early-press.ts";

/** The type under which the application's own script waits: nothing a browser would run. */
export const WAITING_TYPE = "text/waiting-module";

const SOURCE = `(()=>{
const on=(type,listener)=>addEventListener(type,listener,true);
const marks=(type,mark)=>on(type,({target:t})=>{if(t instanceof HTMLImageElement)t.toggleAttribute("data-broken",mark)});
marks("error",true);
marks("load",false);
const keep=e=>{const t=e.target,b=e.type==="submit"?t.method==="post"&&e.submitter:t.closest("button[type=button]:not([popovertarget])");
if(b){e.preventDefault();e.stopPropagation();keep.button?.removeAttribute("aria-busy");keep.button=b;b.setAttribute("aria-busy","true")}};
on("click",window.${KEPT_PRESS}=keep);
on("submit",keep);
const start=()=>{const w=document.querySelector('script[type="${WAITING_TYPE}"]');
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

export const EARLY_SCRIPT = SOURCE.replaceAll("\n", "");
