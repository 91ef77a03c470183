import type { CallParsedInput, FieldIssue, PostDocument } from '@stoa/contract'
import type { NewPoll } from '../polls/service.ts'
import { excerptOf, hasVisibleContent, parsePostContent } from './post-content.ts'

type DraftInput = Omit<CallParsedInput<'postCreate'>, 'publisherId' | 'userId'>

/** A post as its author wrote it, checked. */
export interface CheckedDraft {
  title: string
  document: PostDocument
  excerpt: string
  /** Null: no poll was given. */
  poll: NewPoll | null
}

/** Checks what the call's schema can't; every issue by field. What a finished post must have, a saved draft may lack. */
export function checkDraft(
  input: DraftInput,
  about: { now: number; hasPoll: boolean; hasFlair: boolean },
): { draft: CheckedDraft } | { issues: FieldIssue[] } {
  const content = parsePostContent(input.postContent)
  const poll = newPoll(input)
  const issues = 'issues' in content ? [...content.issues] : []
  if (poll) issues.push(...pollIssues(poll, about.now))
  if (!input.saveAsDraft) {
    const isEmpty = 'document' in content && !hasVisibleContent(content.document) && !poll && !about.hasPoll
    if (isEmpty) issues.push({ field: 'postContent', message: 'Must not be empty.' })
    if (input.kind === 'story' && !about.hasFlair) issues.push({ field: 'flairId', message: 'A story needs a topic.' })
  }
  if ('issues' in content || issues.length > 0) return { issues }
  const { document } = content
  return { draft: { title: input.title, document, excerpt: excerptOf(document), poll } }
}

function newPoll({ pollOptions, pollSettings }: DraftInput): NewPoll | null {
  if (!pollOptions) return null
  const { closesAt = null, results = 'always', voters = 'public' } = pollSettings ?? {}
  return { options: pollOptions, settings: { closesAt, results, voters } }
}

function pollIssues({ settings: { closesAt, results } }: NewPoll, now: number): FieldIssue[] {
  const field = 'pollSettings.closesAt'
  if (closesAt === null) {
    return results === 'afterClose'
      ? [{ field, message: 'Say when the poll closes, so that its results can be seen.' }]
      : []
  }
  return closesAt <= now ? [{ field, message: 'Must be in the future.' }] : []
}
