export { ConnectedJoin, ConnectedLogin, type ConnectedLoginProps } from './connected-login.tsx'
export { JoinDialog, type JoinDialogProps } from './join-dialog.tsx'
export { LoginDialog, type LoginDialogProps } from './login-dialog.tsx'
export { LoginForm, type LoginFormProps } from './login-form.tsx'
export { loginMessages } from './messages.ts'
export {
  ReauthenticationDialog,
  type ReauthenticationDialogProps,
  type ReauthenticationMethod,
  type ReauthenticationProof,
} from './reauthentication-dialog.tsx'
export { SignUpForm, type SignUpFormProps } from './sign-up-form.tsx'
export { type Reauthentication, useReauthentication } from './use-reauthentication.tsx'
