import type { PostRow } from '../repository.ts'

/** What authors may write themselves instead of having it made from the post; empty: made from it. */
export interface OwnParts {
  excerpt: string
  slug: string
}

export const NO_OWN_PARTS: OwnParts = { excerpt: '', slug: '' }

/** The own parts of a stored post. */
export function ownPartsOf(row: Pick<PostRow, 'excerpt' | 'slug' | 'has_own_excerpt' | 'has_own_slug'>): OwnParts {
  return { excerpt: row.has_own_excerpt ? row.excerpt : '', slug: row.has_own_slug ? row.slug : '' }
}

/** The own parts after an edit. `kept`: those that stay where the input has none. */
export function ownPartsAfter(
  input: { excerpt?: string | null | undefined; slugUrl?: string | null | undefined },
  kept = NO_OWN_PARTS,
): OwnParts {
  const { excerpt = kept.excerpt, slugUrl = kept.slug } = input
  return { excerpt: excerpt ?? '', slug: slugUrl ?? '' }
}
