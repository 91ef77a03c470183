import {
  EMAIL_ALLOWANCE,
  type ErrorCode,
  RATE_LIMITS,
  type RateClass,
  SIGN_IN_FREE_FAILURES,
  STRANGERS_PER_DAY,
} from '@stoa/contract'
import { DAY_MS } from '../clock.ts'

/** A rate limit. */
export interface Policy {
  /** What is counted together. */
  key: string
  /** Starts with the first event of a key. */
  windowMs: number
  /** Events per key and window. */
  limit: number
  /** Error beyond the limit; null: dropped silently. */
  error: ErrorCode | null
}

const ofCalls = Object.fromEntries(
  Object.entries(RATE_LIMITS).map(([name, { points, windowMs }]): [string, Policy] => [
    name,
    { key: "account, or each network of a visitor's address", windowMs, limit: points, error: 'RATE_LIMITED' },
  ]),
) as Record<RateClass, Policy>

const connectionWindow = { key: 'connection', windowMs: 10_000, error: null }
/** What one network adds to public numbers on a day (UTC). Browsers' ids and names are easily replaced. */
const networkDay = { windowMs: DAY_MS, error: null }
const mailWindow = { windowMs: EMAIL_ALLOWANCE.windowMs, error: null }

/** Rate limits of everything else. None may have the name of a call's, which it would replace. */
const ofEvents = {
  /** The same text by one author in a community. */
  repeatedText: { key: 'author, community and words', windowMs: 60 * 60 * 1000, limit: 2, error: 'TEXT_REPEATED' },
  /** Posts and comments of one author; exceeding it raises the moderation score. */
  pace: { key: 'author', windowMs: 60 * 1000, limit: 6, error: null },
  /** Posts and comments of one author during slow mode; the community sets the window. */
  slowMode: {
    key: "account, or visitor's browser and network, and community",
    windowMs: 60 * 1000,
    limit: 1,
    error: 'SLOW_MODE',
  },
  /** The same for all visitors on one network, because browser ids are easily replaced. */
  slowModeByNetwork: {
    key: "each network of a visitor's address, and community",
    windowMs: 60 * 1000,
    limit: 5,
    error: 'SLOW_MODE',
  },
  /** Views of a post by visitors. Further ones don't count, because browser ids are easily replaced. */
  viewByNetwork: { key: "each network of a visitor's address, and post", windowMs: DAY_MS, limit: 5, error: null },
  /** Views of a short link. Further ones don't count. */
  shortLinkView: { key: 'link, day, network and browser', windowMs: DAY_MS, limit: 1, error: null },
  shortLinkViewsByNetwork: { ...networkDay, key: 'link, network and day', limit: 500 },
  /** Views and presses of an ad. Further ones don't count. */
  insetEvent: { key: 'ad, view and what happened', windowMs: DAY_MS, limit: 1, error: null },
  insetViewsByNetwork: { ...networkDay, key: 'ad, network and day', limit: 500 },
  insetClicksByNetwork: { ...networkDay, key: 'ad, network and day', limit: 100 },
  /** Page views and visitors of a domain. Further ones don't count. */
  pageViewsByNetwork: { ...networkDay, key: 'domain, network and day', limit: 2000 },
  visitsByNetwork: { ...networkDay, key: 'domain, network and day', limit: 500 },
  /** Packets of any kind on a live connection. Browsers pace their messages below this (`client/src/realtime.ts`). */
  packet: { ...connectionWindow, limit: 60 },
  /** Names to watch or unwatch: five full watch lists. Browsers pace these, too. */
  watchedName: { ...connectionWindow, limit: 1000 },
  /** Mails that anyone can request. */
  mailToAddress: {
    ...mailWindow,
    key: 'kind and address, or the place near its owner',
    limit: EMAIL_ALLOWANCE.overall,
  },
  mailByNetwork: { ...mailWindow, key: 'kind, address and network', limit: EMAIL_ALLOWANCE.mails },
  mailByDevice: { ...mailWindow, key: "kind, address and its owner's browser", limit: EMAIL_ALLOWANCE.mails },
  /** Mails with the words of one moderator, or that mention strangers. Beyond the limit, none is sent. */
  unsolicitedMail: {
    key: "sender; without a sender's words, sender and recipient",
    windowMs: DAY_MS,
    limit: 6,
    error: null,
  },
  /** Conversations that new accounts begin with people who don't follow them. */
  newStranger: {
    key: 'sender',
    windowMs: DAY_MS,
    limit: STRANGERS_PER_DAY,
    error: 'DM_STRANGERS_LIMIT',
  },
  /** Wrong passwords and codes. Beyond the limit, each one delays the next. */
  signInFailure: {
    key: 'account and place',
    windowMs: DAY_MS,
    limit: SIGN_IN_FREE_FAILURES,
    error: 'SIGN_IN_LOCKED',
  },
  /** From unknown browsers on one network. */
  wrongByNetwork: { key: 'password or code, network and day', windowMs: DAY_MS, limit: 15, error: 'SIGN_IN_LOCKED' },
  /** From unknown browsers on all networks in 24 hours. Successful sign-ins raise the limit. */
  wrongPassword: { key: 'hour', windowMs: DAY_MS, limit: 300, error: 'SIGN_IN_LOCKED' },
  /** Codes can't leak elsewhere; they can only be guessed. */
  wrongCode: { key: 'hour', windowMs: DAY_MS, limit: 3000, error: 'SIGN_IN_LOCKED' },
} satisfies Record<string, Policy> & Partial<Record<RateClass, never>>

/** All rate limits. Those of calls, which browsers know too, are in the contract. */
export const POLICIES = { ...ofCalls, ...ofEvents }

export type PolicyName = keyof typeof POLICIES
