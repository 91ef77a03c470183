import type { ReactNode } from 'react'
import { Inset } from './inset.tsx'

/** Renders an inset of a feed. */
export const feedInset = (): ReactNode => <Inset place="feed" />
