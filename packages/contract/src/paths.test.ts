// @vitest-environment node
import { expect, test } from 'vitest'
import { authorPath, commentPath, communityPath, postPath } from './paths.ts'
import { isOwnPath } from './rules.ts'

const story = { tokenName: 'FORUM', slugUrl: 'a-story', kind: 'story' } as const
const post = { tokenName: 'FORUM', slugUrl: 'наш-пост', kind: 'community' } as const

test('stories have addresses under their community, community posts one level below', () => {
  expect(postPath(story)).toBe('/bbs/FORUM/a-story')
  expect(postPath(post)).toBe(`/bbs/FORUM/community/${encodeURIComponent('наш-пост')}`)
})

test('a comment and a reply have their own addresses', () => {
  expect(commentPath(story, { id: 'C', parentCommentId: null })).toBe('/bbs/FORUM/a-story/comment/C')
  expect(commentPath(story, { id: 'R', parentCommentId: 'C' })).toBe('/bbs/FORUM/a-story/comment/C/reply/R')
})

test('no name escapes from its path', () => {
  for (const name of ['../x', '//evil.example', 'a/b', '?x', '#x', '\\x']) {
    for (const path of [communityPath(name), authorPath(name), postPath({ ...story, slugUrl: name })]) {
      expect(isOwnPath(path)).toBe(true)
      expect(new URL(path, 'https://own.example').pathname.split('/')).toHaveLength(path.split('/').length)
    }
  }
})
