import {
  accentColors,
  type CallInput,
  COMMUNITY_ABOUT_MAX_LENGTH,
  COMMUNITY_TITLE_MAX_LENGTH,
  isBlankText,
  isReservedName,
  TOKEN_NAME,
  TOPIC_NAME_MAX_LENGTH,
  textLength,
} from '@stoa/contract'
import type { createCommunityMessages } from './messages.ts'

/** Fields of the form for a new community. */
export interface CommunityForm {
  tokenName: string
  title: string
  about: string
  /** Address of the uploaded logo; empty for none. */
  logo: string
  /** Address of the uploaded banner; empty for none. */
  banner: string
  /** A color such as `#0b5563`; empty for the default. */
  accent: string
  topics: readonly string[]
  approvePosts: boolean
}

const EMPTY_FORM: CommunityForm = {
  tokenName: '',
  title: '',
  about: '',
  logo: '',
  banner: '',
  accent: '',
  topics: [],
  approvePosts: false,
}

type Key = keyof typeof createCommunityMessages
/** Problems by field, in the order of the form. */
export type Problems = Partial<Record<'tokenName' | 'title' | 'about' | 'accent', Key>>

/** Normalizes a typed or pasted token name. */
export function readTokenName(typed: string): string {
  return typed.toUpperCase().replaceAll(/\s/g, '').slice(0, 40)
}

export function problemsOf({ tokenName, title, about, accent }: CommunityForm): Problems {
  const problems: Problems = {}
  if (!TOKEN_NAME.test(tokenName)) problems.tokenName = 'found.name.invalid'
  else if (isReservedName(tokenName)) problems.tokenName = 'found.name.reserved'
  if (isBlankText(title)) problems.title = 'found.field.title.missing'
  else if (textLength(title) > COMMUNITY_TITLE_MAX_LENGTH) problems.title = 'found.field.title.long'
  if (textLength(about) > COMMUNITY_ABOUT_MAX_LENGTH) problems.about = 'found.about.long'
  if (accent !== '' && accentColors(accent) === null) problems.accent = 'found.accent.light'
  return problems
}

/** Why a topic can't be added to the others. */
export function topicProblem(name: string, others: readonly string[]): Key | undefined {
  if (textLength(name) > TOPIC_NAME_MAX_LENGTH || !/^[\p{L}\p{M}\p{N} ]*$/u.test(name)) return 'found.topics.invalid'
  return others.some((other) => other.toLowerCase() === name.toLowerCase()) ? 'found.topics.twice' : undefined
}

/** The call's input. */
export function callInputOf(form: CommunityForm): CallInput<'communityCreate'> {
  const { tokenName, title, about, logo, banner, accent, topics, approvePosts } = form
  return {
    tokenName,
    title,
    about: isBlankText(about) ? '' : about,
    approvePosts,
    ...(logo === '' ? {} : { logoImageURI: logo }),
    ...(banner === '' ? {} : { bannerImageURI: banner }),
    ...(accent === '' ? {} : { accent }),
    flairs: topics.map((name) => ({ name })),
  }
}

/** The form stored on the device; empty if there is none or it is invalid. */
export function readForm(stored: string): CommunityForm {
  try {
    const { topics, ...read } = JSON.parse(stored) as CommunityForm
    const isText = [read.tokenName, read.title, read.about, read.logo].every((text) => typeof text === 'string')
    if (isText && Array.isArray(topics) && topics.every((topic) => typeof topic === 'string')) {
      return { ...EMPTY_FORM, ...read, topics }
    }
  } catch {
    // Treated as none.
  }
  return EMPTY_FORM
}
