import {
  type Flair,
  isBlankText,
  normalizeText,
  onOneLine,
  POLL_MIN_OPTIONS,
  POST_TITLE_MAX_LENGTH,
  repeatedOptions,
  textLength,
} from '@stoa/contract'
import type { StoredPost, WrittenPost } from '@stoa/store'
import { toBlocks, toText } from './paragraphs.ts'

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
  Record<
    'title' | 'flairId' | 'text' | 'poll',
    'create.required' | 'create.tooLong' | 'create.poll.tooFew' | 'create.poll.repeated'
  >
>

/** What has to be mended first. A topic is needed where the community has topics; a draft may lack everything but its title. */
export function problemsOf(
  form: PostForm,
  about: { flairs: readonly Flair[]; keepsText: boolean; isDraft: boolean },
): Problems {
  const problems: Problems = {}
  if (isBlankText(form.title)) problems.title = 'create.required'
  else if (textLength(onOneLine(normalizeText(form.title))) > POST_TITLE_MAX_LENGTH) problems.title = 'create.tooLong'
  if (form.poll && filled(form.poll).length < POLL_MIN_OPTIONS) problems.poll = 'create.poll.tooFew'
  else if (form.poll && repeatedOptions(form.poll.options).length > 0) problems.poll = 'create.poll.repeated'
  if (about.isDraft) return problems
  if (about.flairs.length > 0 && form.flairId === '') problems.flairId = 'create.required'
  if (!about.keepsText && isBlankText(form.text)) problems.text = 'create.required'
  return problems
}

/**
 * The form as the call takes it. `keptContent` stands in for the text of a post that this composer can't show. A poll that
 * is as the post has it is left out: a form knows no seconds, and after the first vote nothing of it may change.
 */
export function toInput(
  form: PostForm,
  about: { tokenName: string; post: StoredPost | null; keptContent: string | null; saveAsDraft: boolean },
): WrittenPost['post'] {
  const { title, flairId, text, poll } = form
  return {
    tokenName: about.tokenName,
    title,
    postContent: about.keptContent ?? JSON.stringify({ blocks: toBlocks(text) }),
    ...(flairId ? { flairId } : {}),
    ...(isSame(poll, formOf(about.post).poll) ? {} : pollInput(poll)),
    saveAsDraft: about.saveAsDraft,
  }
}

/** The form of a post; empty for a new one. */
export function formOf(post: StoredPost | null): PostForm {
  if (!post) return emptyForm
  const { title, flairIds, postContent, pollOptions, pollSettings } = post
  const poll = pollOptions && {
    ...emptyPoll,
    options: pollOptions,
    results: pollSettings?.results ?? 'always',
    voters: pollSettings?.voters ?? 'public',
    closes: pollSettings?.closesAt ? localInputTime(pollSettings.closesAt) : '',
  }
  return { title, flairId: flairIds[0] ?? '', text: toText(postContent ?? '{"blocks":[]}') ?? '', poll }
}

/** Whether the post has blocks that plain text can't hold: they stay as they are, and only title, topic and poll are changed. */
export function hasOtherBlocks(post: StoredPost | null): boolean {
  return post?.postContent !== undefined && toText(post.postContent) === null
}

/** A time as `datetime-local` inputs have it. */
function localInputTime(time: number): string {
  const date = new Date(time)
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function isSame(one: PollForm | null, other: PollForm | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function pollInput(poll: PollForm | null) {
  return poll ? { pollOptions: filled(poll), pollSettings: settingsOf(poll) } : { pollOptions: null }
}

function filled({ options }: PollForm): string[] {
  return options.filter((option) => !isBlankText(option))
}

function settingsOf({ results, voters, closes }: PollForm) {
  const closesAt = closes === '' ? null : new Date(closes).getTime()
  return { results, voters, closesAt }
}
