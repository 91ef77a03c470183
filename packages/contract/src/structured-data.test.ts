import { expect, test } from 'vitest'
import { examplePost } from './fixtures/index.ts'
import { discussionForumPosting } from './structured-data.ts'

const POSTER = { url: '/media/poster.webp', width: 640, height: 360 }
const VIDEO = JSON.stringify({ blocks: [{ type: 'video', data: { url: '/media/a.mp4' } }] })

function describe(changes: Parameters<typeof examplePost>[0]) {
  const post = examplePost({ title: 'A ferry', excerpt: '', postContent: '{"blocks":[]}', ...changes })
  const { text, image, video } = discussionForumPosting({ origin: 'https://forum.example', post, comments: [] })
  return { text, image, video: video && video.contentUrl }
}

test('structured data of a post has a text, an image or a video', () => {
  const image = 'https://forum.example/media/poster.webp'
  const none = { text: undefined, image: undefined, video: undefined }
  expect(describe({ excerpt: 'Words' })).toEqual({ ...none, text: 'Words' })
  expect(describe({ contentImage: POSTER })).toEqual({ ...none, image })
  const video = 'https://forum.example/media/a.mp4'
  expect(describe({ contentImage: POSTER, postContent: VIDEO })).toEqual({ ...none, image, video })
  expect(describe({ postContent: VIDEO })).toEqual({ ...none, video })
  // Such as a recording.
  expect(describe({})).toEqual({ ...none, text: 'A ferry' })
  expect(describe({ postContent: 'Only "video" words' })).toEqual({ ...none, text: 'A ferry' })
})
