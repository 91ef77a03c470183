export { ConnectedLogin, type ConnectedLoginProps } from './connected-login.tsx'
export { type ProviderUrls } from './connected-sign-in.tsx'
export { loginMessages } from './messages.ts'
export {
  ReauthenticationDialog,
  type ReauthenticationDialogProps,
  type ReauthenticationMethod,
  type ReauthenticationProof,
} from './reauthentication/reauthentication-dialog.tsx'
export { type Reauthentication, useReauthentication } from './reauthentication/use-reauthentication.tsx'
export { LoginDialog, type LoginDialogProps } from './sign-in/login-dialog.tsx'
export { LoginForm, type LoginFormProps } from './sign-in/login-form.tsx'
export { openProviderWindow, type ProviderRefusal, refuseInWindow } from './sign-in/provider-window.ts'
export { type KeptFields, SignIn, type SignInActions, type SignInProps } from './sign-in/sign-in.tsx'
export { createSignInActions, type Passkeys, type SignInHost } from './sign-in/sign-in-actions.ts'
export { type SignInWays } from './sign-in/sign-in-methods.ts'
export {
  type SecondFactorRequest,
  type SignInStep,
  secondFactorOf,
  secondFactorOfHash,
} from './sign-in/sign-in-step.ts'
export { type SignInStart, useSignInSteps } from './sign-in/use-sign-in-steps.tsx'
export { type SignInCause, signInReason, signInReasonMessages } from './sign-in-reason.ts'
export { NewPasswordForm, type NewPasswordFormProps } from './sign-up/new-password-form.tsx'
export { SignUpForm, type SignUpFormProps } from './sign-up/sign-up-form.tsx'
