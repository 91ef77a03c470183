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
import { callSchemas } from './schemas/index.ts'

test('types of calls and entities are those of the schemas', () => {
  expectTypeOf<CallOutput<'commentCreate'>>().toEqualTypeOf<{ commentId: string; comment: Comment }>()
  expectTypeOf<CallOutput<'communityGet'>['community']>().toEqualTypeOf<Community>()
  expectTypeOf<CallOutput<'articleThread'>['post']>().toEqualTypeOf<PostSummary | null>()
  expectTypeOf<CallOutput<'commentGet'>['around']>().toEqualTypeOf<Page<CommentWithReplies>>()
  expectTypeOf<CallInput<'postReaction'>['reactionName']>().toEqualTypeOf<ReactionName | ''>()
  // What has a default may be left out, and is there after validation.
  expectTypeOf<CallInput<'postCreate'>['saveAsDraft']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<CallParsedInput<'postCreate'>['saveAsDraft']>().toEqualTypeOf<boolean>()
  expectTypeOf<CallParsedInput<'commentList'>['limit']>().toEqualTypeOf<number | undefined>()
  // @ts-expect-error A field that no comment has.
  type _Missing = Comment['nothingLikeThis']
  const parsed = callSchemas.postCreate.input.parse({ tokenName: 'FORUM', title: 'x', postContent: '[]' })
  expect(parsed).toMatchObject({ saveAsDraft: false, kind: 'community' })
})
