// @vitest-environment node
import { expect, expectTypeOf, test } from 'vitest'
import type {
  CallInput,
  CallOutput,
  CallParsedInput,
  Comment,
  CommentWithReplies,
  Community,
  Page,
  PostSummary,
  ReactionName,
} from './entities.ts'
import { calls } from './schemas/index.ts'

test('types of calls and entities equal those of the schemas', () => {
  expectTypeOf<CallOutput<'commentCreate'>>().toEqualTypeOf<{ commentId: string; comment: Comment }>()
  expectTypeOf<CallOutput<'communityGet'>['community']>().toEqualTypeOf<Community>()
  expectTypeOf<CallOutput<'articleThread'>['post']>().toEqualTypeOf<PostSummary | null>()
  expectTypeOf<CallOutput<'commentGet'>['around']>().toEqualTypeOf<Page<CommentWithReplies>>()
  expectTypeOf<CallInput<'postReaction'>['reactionName']>().toEqualTypeOf<ReactionName | ''>()
  // Fields with a default may be omitted, and exist after validation.
  expectTypeOf<CallInput<'postCreate'>['saveAsDraft']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<CallParsedInput<'postCreate'>['saveAsDraft']>().toEqualTypeOf<boolean>()
  expectTypeOf<CallParsedInput<'commentList'>['limit']>().toEqualTypeOf<number | undefined>()
  // @ts-expect-error Comments have no such field.
  type _Missing = Comment['nothingLikeThis']
  const parsed = calls.postCreate.input.parse({ tokenName: 'FORUM', title: 'x', postContent: '[]' })
  expect(parsed).toMatchObject({ saveAsDraft: false, kind: 'community' })
})
