/**
 * Preloads the session and toast modules, which every customer page needs; a toast may have to report a lost
 * connection. Public pages load both on demand; a page that imports this module bundles them with its own
 * code.
 */
import { ToastViewport } from "#app/components/ui/toast/toast-viewport.tsx";
import { toastModule } from "#app/components/ui/toast/toaster.tsx";
import { sessionModule } from "#app/features/identity/session/auth-provider.tsx";
import { endSession, followSession, SignedInMenu } from "#app/features/identity/session/session.tsx";

sessionModule.preload({ endSession, followSession, SignedInMenu });
toastModule.preload({ ToastViewport });
