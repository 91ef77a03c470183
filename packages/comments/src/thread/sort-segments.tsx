import { SegmentedControl, useTranslate } from '@stoa/ui'
import { threadMessages } from './messages.ts'
import { SORTS, type SortChoice } from './thread-header.tsx'

/** The orders of a thread side by side, for pages with room for them. */
export function renderSortSegments(choice: SortChoice) {
  return <SortSegments {...choice} />
}

function SortSegments({ sort, onSort }: SortChoice) {
  const t = useTranslate(threadMessages)
  return (
    <SegmentedControl
      label={t('comment.sort.label')}
      options={SORTS.map((value) => ({ value, label: t(`comment.sort.${value}`) }))}
      value={sort}
      onChoose={onSort}
    />
  )
}
