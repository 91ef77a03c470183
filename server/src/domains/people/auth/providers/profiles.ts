import { DISPLAY_NAME_MAX_LENGTH, EMAIL, httpUrl, isBlankText, normalizeText, onOneLine } from '@stoa/contract'
import * as z from 'zod'
import { fetchBounded } from '../../../../platform/fetcher/fetcher.ts'
import type { OAuthId, OAuthProvider } from '../../tenants/index.ts'

/** A person's profile from an identity provider. Only `issuer` and `subject` identify them. */
export interface Profile {
  issuer: string
  /** The issuer's permanent id of the person. */
  subject: string
  /** An address the issuer has verified; null if none. */
  email: string | null
  /** Distinguishes several accounts there; may be empty. */
  label: string
  /** Display name; may be empty. */
  name: string
  /** Address of a picture; may be empty. */
  picture: string
}

const PICTURE_MAX_LENGTH = 500
const LABEL_MAX_LENGTH = 254

const text = z.string().catch('')

const claims = z.looseObject({
  email: text,
  // Only `true` counts as verified.
  email_verified: z.literal(true).or(z.literal(false)).catch(false),
  name: text,
  nickname: text,
  preferred_username: text,
  picture: text,
})

/** The profile from an identity token and its userinfo. */
export function profileOfClaims(
  who: { issuer: string; subject: string },
  claimValues: Record<string, unknown>,
): Profile {
  const read = claims.parse(claimValues)
  const { email, name, picture } = read
  const displayName = name || read.preferred_username || read.nickname
  return profile(who, { email: read.email_verified ? email : null, label: email, name: displayName, picture })
}

/** Creates a profile with all parts cut to their maximum lengths. */
function profile(
  who: { issuer: string; subject: string },
  parts: Pick<Profile, 'email' | 'label' | 'name' | 'picture'>,
): Profile {
  const { email, label, picture } = parts
  const name = shownName(parts.name)
  const isPicture = picture.length <= PICTURE_MAX_LENGTH && httpUrl(picture)?.protocol === 'https:'
  return {
    ...who,
    email: email !== null && email.length <= LABEL_MAX_LENGTH && EMAIL.test(email) ? email : null,
    label: onOneLine(label || name).slice(0, LABEL_MAX_LENGTH),
    name,
    picture: isPicture ? picture : '',
  }
}

/** A name on one line, without invisible characters, cut to its maximum length. */
function shownName(name: string): string {
  const text = onOneLine(normalizeText(name.slice(0, LABEL_MAX_LENGTH)))
  return isBlankText(text) ? '' : [...text].slice(0, DISPLAY_NAME_MAX_LENGTH).join('').trim()
}

/** Asks an OAuth 2 service for the profile of an access token's owner. */
export async function askProfile(provider: OAuthProvider, accessToken: string): Promise<Profile> {
  const { endpoints, issuer } = provider
  const ask = (url: string) => askJson(url, accessToken)
  const { subject, ...parts } = await READERS[provider.id](await ask(endpoints.user), () => ask(endpoints.emails))
  return profile({ issuer, subject }, parts)
}

type GivenProfile = Omit<Profile, 'issuer'>
type Reader = (user: unknown, askEmails: () => Promise<unknown>) => Promise<GivenProfile>

const githubUser = z.looseObject({ id: z.int(), login: z.string(), name: text, avatar_url: text })
const githubEmails = z.array(z.looseObject({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const twitterUser = z.looseObject({
  data: z.looseObject({ id: z.string().min(1), name: text, username: text, profile_image_url: text }),
})
const facebookUser = z.looseObject({
  id: z.string().min(1),
  name: text,
  picture: z.looseObject({ data: z.looseObject({ url: text }) }).catch({ data: { url: '' } }),
})

const READERS: Record<OAuthId, Reader> = {
  async github(user, askEmails) {
    const { id, login, name, avatar_url: picture } = githubUser.parse(user)
    const emails = githubEmails.parse(await askEmails())
    const email = emails.find(({ primary, verified }) => primary && verified)?.email ?? null
    return { subject: String(id), email, label: email ?? login, name: name || login, picture }
  },
  async twitter(user) {
    const { id, name, username, profile_image_url: picture } = twitterUser.parse(user).data
    return { subject: id, email: null, label: username, name: name || username, picture }
  },
  // Facebook doesn't say whether the address is verified.
  async facebook(user) {
    const { id, name, picture } = facebookUser.parse(user)
    return { subject: id, email: null, label: name, name, picture: picture.data.url }
  },
}

async function askJson(url: string, accessToken: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json', 'user-agent': 'Stoa' }
  const response = await fetchBounded(url, { headers })
  if (!response.ok) throw new Error(`${new URL(url).host} answers ${response.status}.`)
  return response.json()
}
