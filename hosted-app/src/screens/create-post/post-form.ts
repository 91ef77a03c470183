import {
  type CallInput,
  type Flair,
  isBlankText,
  normalizeText,
  POLL_MIN_OPTIONS,
  POST_TITLE_MAX_LENGTH,
  textLength,
} from '@stoa/contract'
import { toBlocks } from './paragraphs.ts'

/** What stands in the composer. Kept as a draft while it is written. */
export interface PostForm {
  title: string
  flairId: string
  text: string
  poll: PollForm | null
}

export interface PollForm {
  options: string[]
  results: 'always' | 'afterVote' | 'afterClose'
  voters: 'public' | 'anonymous'
  /** Local date and time as the input gives it; empty: open. */
  closes: string
}

export const emptyForm: PostForm = { title: '', flairId: '', text: '', poll: null }
export const emptyPoll: PollForm = { options: ['', ''], results: 'always', voters: 'public', closes: '' }

/** Fields that keep the form from being sent. */
export type Problems = Partial<
  Record<'title' | 'flairId' | 'text' | 'poll', 'create.required' | 'create.tooLong' | 'create.poll.tooFew'>
>

/** What has to be mended first. A topic is needed where the community has topics. */
export function problemsOf(form: PostForm, about: { flairs: readonly Flair[]; keepsText: boolean }): Problems {
  const problems: Problems = {}
  if (isBlankText(form.title)) problems.title = 'create.required'
  else if (textLength(normalizeText(form.title)) > POST_TITLE_MAX_LENGTH) problems.title = 'create.tooLong'
  if (about.flairs.length > 0 && form.flairId === '') problems.flairId = 'create.required'
  if (!about.keepsText && isBlankText(form.text)) problems.text = 'create.required'
  if (form.poll && filled(form.poll).length < POLL_MIN_OPTIONS) problems.poll = 'create.poll.tooFew'
  return problems
}

/** The form as the call takes it. `keptContent` stands in for the text of a post that this composer can't show. */
export function toInput(
  form: PostForm,
  about: { tokenName: string; keptContent: string | null },
): CallInput<'postCreate'> {
  const { title, flairId, text, poll } = form
  return {
    tokenName: about.tokenName,
    title,
    postContent: about.keptContent ?? JSON.stringify({ blocks: toBlocks(text) }),
    ...(flairId ? { flairId } : {}),
    ...(poll ? { pollOptions: filled(poll), pollSettings: settingsOf(poll) } : {}),
  }
}

function filled({ options }: PollForm): string[] {
  return options.filter((option) => !isBlankText(option))
}

function settingsOf({ results, voters, closes }: PollForm) {
  const closesAt = closes === '' ? null : new Date(closes).getTime()
  return { results, voters, closesAt }
}
