export { ConnectedLogin, type ConnectedLoginProps } from './connected-login.tsx'
export { type ProviderUrls } from './connected-sign-in.tsx'
export { LoginDialog, type LoginDialogProps } from './login-dialog.tsx'
export { LoginForm, type LoginFormProps } from './login-form.tsx'
export { loginMessages } from './messages.ts'
export { NewPasswordForm, type NewPasswordFormProps } from './new-password-form.tsx'
export { openProviderWindow, type ProviderRefusal, refuseInWindow } from './provider-window.ts'
export {
  ReauthenticationDialog,
  type ReauthenticationDialogProps,
  type ReauthenticationMethod,
  type ReauthenticationProof,
} from './reauthentication-dialog.tsx'
export { type KeptFields, SignIn, type SignInActions, type SignInProps } from './sign-in.tsx'
export { createSignInActions, type Passkeys, type SignInHost } from './sign-in-actions.ts'
export { type SecondFactorRequest, type SignInStep, secondFactorOf, secondFactorOfHash } from './sign-in-step.ts'
export { type SignInWays } from './sign-in-ways.ts'
export { SignUpForm, type SignUpFormProps } from './sign-up-form.tsx'
export { type Reauthentication, useReauthentication } from './use-reauthentication.tsx'
export { type SignInStart, useSignInSteps } from './use-sign-in-steps.tsx'
