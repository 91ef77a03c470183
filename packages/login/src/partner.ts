export {
  ConnectedPartnerLogin,
  type ConnectedPartnerLoginProps,
  partnerLoginMessages,
} from './connected-partner-login.tsx'
