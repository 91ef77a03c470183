/** Props of `Skeleton`. */
export interface SkeletonProps {
  /** Number of text lines. Default 3. */
  lines?: number | undefined
  /** Starts with a round picture, like comments and posts. Default false. */
  withAvatar?: boolean | undefined
}

/**
 * Placeholder for loading content. Reserves its space at once and becomes visible after 150 ms, so that quick responses
 * don't flicker. Put `aria-busy` on the region around it.
 */
export function Skeleton({ lines = 3, withAvatar = false }: SkeletonProps) {
  return (
    <div className="stoa-skeleton" aria-hidden="true">
      {withAvatar ? <span className="stoa-skeleton-avatar" /> : null}
      <span className="stoa-skeleton-lines">
        {Array.from({ length: lines }, (_, line) => (
          <span key={line} className="stoa-skeleton-line" />
        ))}
      </span>
    </div>
  )
}
