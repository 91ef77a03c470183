import type { DemoPost } from './demo-post.ts'
import { forumPosts } from './forum-posts.ts'
import { gardenPosts } from './garden-posts.ts'

/** Posts of the demonstration, oldest first. */
export const posts: DemoPost[] = [...forumPosts, ...gardenPosts].sort((one, other) => other.age - one.age)
