/**
 * The features of React and React Router that no page of the shop uses, and the functions that implement them.
 * Tree shaking cannot find these: the libraries' common functions call them. The build leaves them out
 * (leave-out-features.ts, docs/decisions/0050), an eighth of the script of every page.
 *
 * Only functions that do nothing without their feature are listed: they return nothing, or nobody reads what they
 * return. unused-features.test.ts fails when a page begins to use a feature, and when a function is no longer found.
 */

interface UnusedFeature {
  /** The end of the module's path. */
  module: string;
  functions: readonly string[];
  /** Matches the code of the shop that would use the feature. */
  use: RegExp;
}

const REACT = "react-dom/cjs/react-dom-client.production.js";
const ROUTER = "react-router/dist/production/lib";

export const UNUSED_FEATURES: Readonly<Record<string, UnusedFeature>> = {
  "view transitions": {
    module: REACT,
    functions: [
      "applyViewTransitionName",
      "applyViewTransitionToHostInstances",
      "applyViewTransitionToHostInstancesRecursive",
      "commitAppearingPairViewTransitions",
      "commitDeletedPairViewTransitions",
      "commitEnterViewTransitions",
      "commitExitViewTransitions",
      "commitNestedViewTransitions",
      "createViewTransitionInstance",
      "getViewTransitionClassName",
      "getViewTransitionName",
      "measureNestedViewTransitions",
      "measureViewTransitionHostInstancesRecursive",
      "pushViewTransitionCancelableScope",
      "restoreEnterOrExitViewTransitions",
      "restoreNestedViewTransitions",
      "restorePairedViewTransitions",
      "restoreViewTransitionName",
      "restoreViewTransitionOnHostInstances",
      "scheduleViewTransitionEvent",
      "startViewTransition",
      "trackEnterViewTransitions",
      "ViewTransitionPseudoElement",
    ],
    use: /\bviewTransition\b|\bViewTransition\b|\baddTransitionType\b/,
  },
  "refs of fragments": {
    module: REACT,
    functions: [
      "addFragmentHandleToFiber",
      "addFragmentHandleToInstance",
      "commitFragmentInstanceDeletionEffects",
      "commitFragmentInstanceInsertionEffects",
      "commitNewChildToFragmentInstance",
      "commitNewChildToFragmentInstances",
      "deleteChildFromFragmentInstance",
      "FragmentInstance",
    ],
    use: /<Fragment[^>]*\bref=/,
  },
  "activities and lists of suspended components": {
    module: REACT,
    functions: [
      "cutOffTailIfNeeded",
      "initSuspenseListRenderState",
      "mountActivityChildren",
      "retryActivityComponentWithoutHydrating",
      "updateActivityComponent",
      "updateSuspenseListComponent",
    ],
    use: /<(?:Activity|SuspenseList)\b/,
  },
  "stylesheets and scripts rendered by components, which a transition waits for": {
    module: REACT,
    functions: [
      "accumulateSuspenseyCommitOnFiber",
      "acquireResource",
      "adoptPreloadPropsForScript",
      "adoptPreloadPropsForStylesheet",
      "estimateBandwidth",
      "insertStylesheet",
      "insertStylesheetIntoRoot",
      "insertSuspendedStylesheets",
      "preconnectAs",
      "preinitModuleScript",
      "preinitScript",
      "preinitStyle",
      "preload",
      "preloadInstanceAndSuspendIfNeeded",
      "preloadModule",
      "preloadResourceAndSuspendIfNeeded",
      "preloadStylesheet",
      "stylesheetPropsFromRawProps",
      "suspendResource",
    ],
    use: /<(?:style|script)\b[^>]*\s(?:href|src)=|\bprecedence=|\b(?:preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule)\b[^;]* from "react-dom"/,
  },
  "functions as the actions of forms": {
    module: REACT,
    functions: [
      "dispatchActionState",
      "extractEvents$1",
      "mountActionState",
      "rerenderActionState",
      "runActionStateAction",
      "updateActionState",
      "updateActionStateImpl",
    ],
    use: /\b(?:useActionState|useFormStatus|formAction=|requestFormReset)\b/,
  },
  "events of selections and of the input to come": {
    module: REACT,
    functions: ["constructSelectEvent", "getFallbackBeforeInputChars", "getNativeBeforeInputChars"],
    use: /<(?:input|textarea)\b[^>]*\bonSelect=|\bonBeforeInput\b/,
  },
  "stacks of components in errors": {
    module: REACT,
    functions: ["getStackByFiberInDevAndProd"],
    use: /\b(?:componentStack|captureOwnerStack)\b/,
  },
  "components of the server: hooks": {
    module: `${ROUTER}/hooks.js`,
    functions: ["RSCErrorHandler"],
    use: /\bunstable_RSC/,
  },
  "components of the server: links": {
    module: `${ROUTER}/dom/ssr/components.js`,
    functions: ["RSCPrefetchPageLinksImpl"],
    use: /\bunstable_RSC/,
  },
  instrumentation: {
    module: `${ROUTER}/router/instrumentation.js`,
    functions: [
      "consumeInstrumentationClientResultMetaReceiver",
      "getRouteInstrumentationUpdates",
      "instrumentClientSideRouter",
    ],
    use: /\binstrumentations\b/,
  },
  "fetchers and actions": {
    module: `${ROUTER}/router/router.js`,
    functions: ["fetch", "handleAction", "handleFetcherAction", "handleFetcherLoader"],
    use: /\b(?:useFetchers?|useSubmit|useActionData)\b|export (?:async )?(?:function|const) (?:clientA|a)ction\b|<Form\b[^>]*\bmethod=/,
  },
  "requests of fetchers, actions and pages without a server": {
    module: `${ROUTER}/dom/ssr/single-fetch.js`,
    functions: ["nonSsrStrategy", "singleFetchActionStrategy", "singleFetchLoaderFetcherStrategy"],
    use: /\bssr: false\b/,
  },
  "stylesheets of routes": {
    module: `${ROUTER}/dom/ssr/links.js`,
    functions: ["prefetchRouteCss", "prefetchStyleLinks"],
    use: /\brel: "stylesheet"/,
  },
};
