/** The consumer's example data, as JSON: installed packages contain none. */
import {
  EXAMPLE_NOW,
  exampleFeed,
  exampleImage,
  exampleMe,
  examplePoll,
  examplePost,
  exampleThread,
} from '@stoa/contract/fixtures'

const poll = examplePoll([
  ['Saturday', 3],
  ['Sunday', 1],
])
const rows = {
  now: EXAMPLE_NOW,
  me: exampleMe(),
  post: examplePost({ ...poll, heroImage: exampleImage('workshop') }),
  // The story is loaded with its content.
  feed: exampleFeed.slice(1),
  comments: exampleThread().map((comment) => ({ ...comment, postId: examplePost().id })),
}

/** Data that the journey reads. */
export type Rows = typeof rows

process.stdout.write(JSON.stringify(rows))
