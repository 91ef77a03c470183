import { Skeleton, type SkeletonProps, useTranslate, VisuallyHidden } from '@stoa/ui'
import { messages } from '../messages.ts'

/** Reserves the space of a loading list, with placeholder rows. */
export function ListSkeleton({ rows = 5, ...row }: SkeletonProps & { rows?: number }) {
  const t = useTranslate(messages)
  return (
    <div className="stoa-app-list-skeleton" aria-busy="true">
      <VisuallyHidden>{t('app.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} {...row} />
      ))}
    </div>
  )
}
