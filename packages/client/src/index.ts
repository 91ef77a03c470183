export type { AppCheck } from './app-check.ts'
export {
  type ApiCall,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  createSiteClient,
} from './client.ts'
export { createFetchTransport, type FetchTransportOptions } from './fetch-transport.ts'
export type { Session, SessionChange } from './forum-session.ts'
export { createSession, type ForumSession, type SessionOptions } from './forum-session.ts'
export { type PageStorage, pageStorage } from './page-storage.ts'
export { type Referral, readReferral, saveReferral } from './referral.ts'
export { errorCode, StoaError, type StoaErrorCode } from './stoa-error.ts'
export type { Transport, TransportRequest } from './transport.ts'
export { randomId, readVisitorId } from './visitor-id.ts'
