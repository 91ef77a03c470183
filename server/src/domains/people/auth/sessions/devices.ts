import { randomBytes } from 'node:crypto'
import { DAY_MS } from '../../../../platform/clock.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { wordsIn } from '../../../../platform/languages/words.ts'
import type { Letter } from '../../../../platform/mail/letter.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { deriveKey, shortMac } from '../../../../platform/security/keys.ts'
import { deviceRepository } from './repository.ts'
import type { SignInContext } from './sign-in-context.ts'

/** How long an unused browser stays known. */
export const DEVICE_TTL_MS = 365 * DAY_MS

/** Maximum number of accounts considered per browser. */
const ACCOUNTS_MAX = 20

export type Devices = ReturnType<typeof createDevices>

/**
 * Browsers in which an account has signed in before, so that guesses elsewhere don't slow their owner down (OWASP
 * device cookies). The cookie identifies the browser. The accounts that know it are stored here, so that it can be
 * revoked; there may be several.
 */
export function createDevices({ database, clock, secret }: Pick<Platform, 'database' | 'clock' | 'secret'>) {
  const cookieKey = deriveKey(secret, 'stoa device')
  const nameKey = deriveKey(secret, 'stoa device name')

  /** The browser's stored name; null for a cookie this server hasn't made. */
  function nameOf(cookie: string | null): string | null {
    const [nonce = '', mac] = (cookie ?? '').split('.')
    return shortMac(cookieKey, nonce) === mac ? shortMac(nameKey, nonce) : null
  }

  function make(): string {
    const nonce = randomBytes(16).toString('base64url')
    return `${nonce}.${shortMac(cookieKey, nonce)}`
  }

  /** The browser's name, and which of these accounts have signed in with it, in one query. */
  async function readAll(cookie: string | null, userIds: string[], tx?: Transaction) {
    const device = nameOf(cookie)
    if (device === null) return { device, knownTo: new Set<string>() }
    const since = clock.now() - DEVICE_TTL_MS
    return { device, knownTo: new Set(await deviceRepository(database.from(tx)).knownTo({ userIds, device, since })) }
  }

  return {
    readAll,
    /**
     * The browser's name if the account has signed in with it, else null. Takes the same work if there is no account
     * ('').
     */
    async read(cookie: string | null, userId: string, tx?: Transaction): Promise<string | null> {
      const { device, knownTo } = await readAll(cookie, [userId], tx)
      return knownTo.has(userId) ? device : null
    },
    /** Accounts that have signed in with the browser, latest first. */
    async accountsIn(cookie: string | null, tx?: Transaction): Promise<string[]> {
      const device = nameOf(cookie)
      if (device === null) return []
      const since = clock.now() - DEVICE_TTL_MS
      return deviceRepository(database.from(tx)).accountsIn({ device, since, limit: ACCOUNTS_MAX })
    },
    /** Records a sign-in. Returns the browser's cookie, created if needed, and whether the browser was known. */
    async note(
      tx: Transaction,
      { userId, cookie }: { userId: string; cookie: string | null },
    ): Promise<{ cookie: string; device: string; wasKnown: boolean }> {
      const deviceCookie = cookie !== null && nameOf(cookie) !== null ? cookie : make()
      const device = nameOf(deviceCookie) ?? ''
      const repository = deviceRepository(tx.connection)
      const since = clock.now() - DEVICE_TTL_MS
      const knownUserIds = await repository.knownTo({ userIds: [userId], device, since })
      await repository.note({ userId, device, now: clock.now() })
      return { cookie: deviceCookie, device, wasKnown: knownUserIds.length > 0 }
    },
    /** Forgets an account's browsers except `keep`; if that is empty, all. */
    async forget(tx: Transaction, userId: string, keep: string): Promise<void> {
      await deviceRepository(tx.connection).forget(userId, keep)
    },
    /** Forgets a browser of the account. */
    async forgetOne(tx: Transaction, userId: string, device: string): Promise<void> {
      await deviceRepository(tx.connection).forgetOne(userId, device)
    },
    /** Job: forgets browsers unused for long. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) =>
        deviceRepository(connection).deleteBefore(clock.now() - DEVICE_TTL_MS),
      )
    },
  }
}

/** Browsers by user agent. Those whose user agents contain others' names come first. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/\S).* Safari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** A readable name of the browser, such as `Firefox on Windows`; empty if unknown. */
export function deviceWords(userAgent: string): string {
  const first = (patterns: [RegExp, string][]) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [first(BROWSERS), first(SYSTEMS)].filter(Boolean).join(' on ')
}

/** An approximate address, to show to its person. */
export function shownAddress(prefix: string): string {
  const [, network] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(prefix) ?? []
  if (network !== undefined) return `${network}.*`
  const [, groups] = /^([0-9a-f]{16})\/64$/.exec(prefix) ?? []
  if (groups === undefined) return ''
  const plain = (groups.match(/.{4}/g) ?? []).map((group) => group.replace(/^0{1,3}/, ''))
  return `${plain.join(':')}::`
}

/** English texts of the letters about unknown browsers. */
const deviceMessages = {
  'mail.newDevice.subject': 'New sign-in to {forum}',
  'mail.newDevice.text': 'Your account was signed in to from a new browser.',
  'mail.newDevice': 'Review your sessions',
  'mail.newDevice.notYou':
    'If this was you, there’s nothing to do. If not, sign out everywhere and change your password.',
  'mail.proved.subject': 'Your password was used on {forum}',
  'mail.proved.text':
    'Someone entered your password to merge your account with another one. Nothing has been merged yet.',
  'mail.proved': 'Change password',
  'mail.proved.notYou': 'If this was you, there’s nothing to do. If not, someone knows your password: change it now.',
  'mail.device': '{device}, {time} UTC, from {address}',
  'mail.device.unknown': 'An unknown device',
  'mail.device.nowhere': 'an unknown address',
} as const

type Seen = Pick<SignInContext, 'prefix' | 'userAgent' | 'domain'> & { at: number }

function wordsOf({ domain }: Seen) {
  const t = wordsIn(domain, deviceMessages)
  const forum = domain.config.domainDisplayName
  return (key: keyof typeof deviceMessages, values: Record<string, string> = {}) => t(key, { forum, ...values })
}

/** Notifies a person of a sign-in from an unknown browser. `domain` is in their language. */
export function newDeviceLetter(about: Seen): Letter {
  const t = wordsOf(about)
  return {
    subject: t('mail.newDevice.subject'),
    text: [t('mail.newDevice.text'), sourceAndTime(about)],
    action: { label: t('mail.newDevice'), url: `${about.domain.origin}/bbs/my-account/settings/sessions` },
    after: [t('mail.newDevice.notYou')],
  }
}

/** Notifies a person that their password was entered in an unknown browser to merge accounts. */
export function provedLetter(about: Seen): Letter {
  const t = wordsOf(about)
  return {
    subject: t('mail.proved.subject'),
    text: [t('mail.proved.text'), sourceAndTime(about)],
    action: { label: t('mail.proved'), url: `${about.domain.origin}/bbs/my-account/settings/security#password` },
    after: [t('mail.proved.notYou')],
  }
}

function sourceAndTime(about: Seen): string {
  const { prefix, userAgent, at, domain } = about
  const t = wordsOf(about)
  const { language } = domain.config
  const locale = language === 'en' ? 'en-US' : language
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  return t('mail.device', {
    device: deviceWords(userAgent) || t('mail.device.unknown'),
    time,
    address: shownAddress(prefix) || t('mail.device.nowhere'),
  })
}
