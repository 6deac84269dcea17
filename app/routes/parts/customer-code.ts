/**
 * What no page of a customer does without: the code of the session and of the toasts, which may have to speak of a lost
 * connection. Public pages load both on demand; a page that imports this module has them with its own code.
 */
import { ToastViewport } from "../../components/ui/toast/toast-viewport.tsx";
import { toastCode } from "../../components/ui/toast/toaster.tsx";
import { sessionCode } from "../../features/identity/auth-provider.tsx";
import { endSession, followSession, SignedInMenu } from "../../features/identity/session.tsx";

sessionCode.bring({ endSession, followSession, SignedInMenu });
toastCode.bring({ ToastViewport });
