export { createPartnerSession, type PartnerSession, type PartnerSessionOptions } from './partner-session.ts'
export type { GetPublisherToken } from './publisher-token.ts'
export type { FrameReady, FrameRequest, FrameResponse } from './session-frame.ts'
export { hasSignedIn, hintKey } from './sign-in-hint.ts'
