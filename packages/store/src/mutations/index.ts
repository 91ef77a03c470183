export * from './comments.ts'
export * from './facts.ts'
export * from './posts.ts'
export { whenSignedIn } from './with-intent.ts'
