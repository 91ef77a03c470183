// One file for the server to preload: both screens need the same code.
export { AnonymousPostScreen } from './anonymous-post-screen.tsx'
export { CreatePostScreen } from './create-post-screen.tsx'
