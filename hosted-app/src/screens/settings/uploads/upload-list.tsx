import type { Media } from '@stoa/contract'
import { Badge, Button, EmptyState, ImageIcon, LoadMore, Picture, RelativeTime, useI18n, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { ListSkeleton } from '../../../shell/list-parts.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved } from '../settings-section.tsx'
import { uploadMessages } from './messages.ts'

/** Stays at the end of its line. */
const SEPARATOR = '\u00a0· '
const THUMBNAIL_PX = 64

export interface UploadListProps {
  /** Newest first; null until loaded. */
  uploads: readonly Media[] | null
  hasMore: boolean
  /** A page is loading. */
  busy: boolean
  /** The last page failed to load. */
  failed: boolean
  onLoadMore: () => void
  /** Rejects with the error to show. */
  onDelete: (mediaId: string) => Promise<unknown>
}

/** A member's uploads; unused ones can be deleted. */
export function UploadList({ uploads, hasMore, busy, failed, onLoadMore, onDelete }: UploadListProps) {
  const t = useTranslate(uploadMessages)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  if (uploads === null) {
    const again = <Button onClick={onLoadMore}>{t('uploads.retry')}</Button>
    return failed ? <EmptyState title={t('uploads.failed')} action={again} /> : <ListSkeleton />
  }
  return (
    <>
      {uploads.length === 0 ? (
        <EmptyState level={3} title={t('uploads.none')} icon={<ImageIcon size={32} />}>
          {t('uploads.none.text')}
        </EmptyState>
      ) : (
        <ul ref={list} className="stoa-settings-list" aria-label={t('uploads.title')} tabIndex={-1}>
          {uploads.map((upload) => (
            <UploadLine
              key={upload.id}
              upload={upload}
              onDelete={async () => {
                await onDelete(upload.id)
                setAnnouncement(t('uploads.deleted', { name: upload.filename }))
                // Its button has disappeared.
                list.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <Saved>{announcement}</Saved>
      {hasMore && <LoadMore busy={busy} error={failed ? t('uploads.failed.more') : ''} onLoadMore={onLoadMore} />}
    </>
  )
}

function UploadLine({ upload, onDelete }: { upload: Media; onDelete: () => Promise<unknown> }) {
  const t = useTranslate(uploadMessages)
  const { locale } = useI18n()
  const { busy, problem, run } = useFormAction()
  const { kind, status, filename, bytes, url, uses, createdAt } = upload
  const picture = upload.posterUrl ?? upload.sizes[0]?.url ?? (kind === 'image' ? url : '')
  return (
    <li>
      <div className="stoa-settings-upload">
        {picture === '' ? (
          <span className="stoa-settings-thumbnail" />
        ) : (
          <Picture
            className="stoa-settings-thumbnail"
            src={picture}
            alt=""
            width={THUMBNAIL_PX}
            height={THUMBNAIL_PX}
            loading="lazy"
          />
        )}
        <div>
          <p className="stoa-settings-value">
            {url === '' ? (
              <strong dir="auto">{filename}</strong>
            ) : (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                aria-label={t('uploads.open', { name: filename })}
                dir="auto"
              >
                {filename}
              </a>
            )}
            {status !== 'ready' && (
              <Badge tone={status === 'failed' ? 'danger' : 'neutral'}>{t(`uploads.status.${status}`)}</Badge>
            )}
            {upload.removed && <Badge tone="danger">{t('uploads.removed')}</Badge>}
          </p>
          <p className="stoa-app-muted">
            {t(`uploads.kind.${kind}`)}
            {SEPARATOR}
            {sizeText(bytes, locale)}
            {SEPARATOR}
            {t('uploads.uses', { count: uses })}
            {SEPARATOR}
            <RelativeTime value={createdAt} />
          </p>
          {uses > 0 && <p className="stoa-app-muted">{t('uploads.delete.used')}</p>}
          <Problem>{problem}</Problem>
        </div>
      </div>
      {uses === 0 && (
        <Button
          size="s"
          busy={busy}
          aria-label={t('uploads.delete.name', { name: filename })}
          onClick={() => void run(onDelete)}
        >
          {t('uploads.delete')}
        </Button>
      )}
    </li>
  )
}

const KILOBYTE = 1024
const UNITS = ['kilobyte', 'megabyte', 'gigabyte']

/** A file's size in the largest fitting unit. */
export function sizeText(bytes: number, locale: string): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(KILOBYTE))))
  const [value, unit] = [bytes / KILOBYTE ** power, UNITS[power - 1]]
  const digits = { maximumFractionDigits: value < 10 ? 1 : 0 }
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', ...digits }).format(value)
}
