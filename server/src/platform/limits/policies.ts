import { EMAIL_ALLOWANCE, type ErrorCode, RATE_LIMITS, type RateClass, SIGN_IN_FREE_FAILURES } from '@stoa/contract'
import { DAY_MS } from '../clock.ts'

/** How often something may happen. */
export interface Policy {
  /** What is counted together. */
  key: string
  /** Begins with the first event of a key. */
  windowMs: number
  /** Events of one key in a window. */
  limit: number
  /** What one too many is answered; null: it is dropped in silence. */
  error: ErrorCode | null
}

const ofCalls = Object.fromEntries(
  Object.entries(RATE_LIMITS).map(([name, { points, windowMs }]): [string, Policy] => [
    name,
    { key: "account, or each network of a visitor's address", windowMs, limit: points, error: 'RATE_LIMITED' },
  ]),
) as Record<RateClass, Policy>

const connectionWindow = { key: 'connection', windowMs: 10_000, error: null }
const mailWindow = { windowMs: EMAIL_ALLOWANCE.windowMs, error: null }

/** All limits of events in a window. Those of calls, which browsers know too, are in the contract. */
export const POLICIES = {
  ...ofCalls,
  /** The same words of one author in a community. */
  repeatedText: { key: 'author, community and words', windowMs: 60 * 60 * 1000, limit: 2, error: 'TEXT_REPEATED' },
  /** Posts and comments of one author; more raise the moderation score. */
  pace: { key: 'author', windowMs: 60 * 1000, limit: 6, error: null },
  /** Posts and comments of one author while slow mode is on, in the time that the community sets. */
  slowMode: { key: 'author and community', windowMs: 60 * 1000, limit: 1, error: 'SLOW_MODE' },
  /** Packets of any kind on a live connection. Browsers send one for each page, and one for each ping. */
  packet: { ...connectionWindow, limit: 60 },
  /** Names to watch or to leave: five full watch lists. */
  watchedName: { ...connectionWindow, limit: 1000 },
  /** Mails that anybody can ask for. */
  mail: { ...mailWindow, key: 'kind and address, or the place near its owner', limit: EMAIL_ALLOWANCE.overall },
  mailByNetwork: { ...mailWindow, key: 'kind, address and network', limit: EMAIL_ALLOWANCE.mails },
  mailByDevice: { ...mailWindow, key: "kind, address and its owner's browser", limit: EMAIL_ALLOWANCE.mails },
  /** Wrong passwords and codes. From here on each one delays the next. */
  signInFailure: {
    key: 'account and place',
    windowMs: DAY_MS,
    limit: SIGN_IN_FREE_FAILURES,
    error: 'SIGN_IN_LOCKED',
  },
  /** From unknown browsers of one network. */
  wrongByNetwork: { key: 'password or code, network and day', windowMs: DAY_MS, limit: 15, error: 'SIGN_IN_LOCKED' },
  /** From unknown browsers of all networks in the last 24 hours, however few people sign in. */
  wrongPassword: { key: 'hour', windowMs: DAY_MS, limit: 300, error: 'SIGN_IN_LOCKED' },
  /** Codes can't be had anywhere, only guessed. */
  wrongCode: { key: 'hour', windowMs: DAY_MS, limit: 3000, error: 'SIGN_IN_LOCKED' },
} satisfies Record<string, Policy>

export type PolicyName = keyof typeof POLICIES
