import type { ReactNode } from 'react'
import { Inset } from './inset.tsx'

/** Renders an inset between two posts of a feed. */
export const feedInset = (postId: string, nextPostId: string | undefined): ReactNode => (
  <Inset place="feed" postId={postId} nextPostId={nextPostId} />
)
