/** Props of `Skeleton`. */
export interface SkeletonProps {
  /** Lines of text it stands for. Default 3. */
  lines?: number | undefined
  /** Begins with a round picture, as comments and posts do. Default false. */
  withAvatar?: boolean | undefined
}

/**
 * Keeps the place of content on its way. It takes its room at once and becomes visible after 150 ms, so that quick
 * answers do not flicker. Put `aria-busy` on the region around it.
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
