/** Code for signed-in people who come back to a thread: one chunk, loaded when it is shown. */
export { NewComments } from './thread/new-comments.tsx'
