import { foldSlug } from '@stoa/contract'
import { errorDetails } from '@stoa/store'
import { useRef, useState } from 'react'
import type { PostForm, TakenSlug } from './post-form.ts'

/** Whether the server refused the address of a post. */
export function isSlugRefused(error: unknown): boolean {
  return errorDetails(error).issues.some(({ field }) => field === 'slugUrl')
}

/** The last address that the server refused because another post has it. */
export function useTakenSlug() {
  const [taken, setTaken] = useState<TakenSlug | null>(null)
  const latest = useRef(taken)
  return {
    taken,
    /** Also between two renders. */
    latest: () => latest.current,
    /** Keeps in mind that the form's address is taken. */
    note({ tokenName, slug }: PostForm): TakenSlug {
      latest.current = { tokenName, slug: foldSlug(slug) }
      setTaken(latest.current)
      return latest.current
    },
  }
}
