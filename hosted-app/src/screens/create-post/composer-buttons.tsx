import { postPath } from '@stoa/contract'
import { DraftDialog, showPostToast } from '@stoa/post-view'
import { useActions, useStoa } from '@stoa/store/react'
import {
  Button,
  ChevronDownIcon,
  ClockIcon,
  EditIcon,
  EyeIcon,
  IconButton,
  Menu,
  type MenuItem,
  SettingsIcon,
  StackIcon,
  TrashIcon,
  useTranslate,
} from '@stoa/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { useMedia } from '../../shell/use-media.ts'
import { DraftsDialog } from './draft/drafts-dialog.tsx'
import { useDiscard } from './draft/use-discard.ts'
import { createPostMessages } from './messages.ts'
import { isEmptyForm } from './post-form.ts'
import { PostPreview } from './post-preview.tsx'
import { scheduledPath } from './tell-after.ts'
import type { ComposedPost } from './use-composed-post.ts'
import type { SettingsPanel } from './use-panel.ts'

export interface ComposerButtonsProps {
  composed: ComposedPost
  panel: SettingsPanel
  /** Number of the author's drafts; 0 until known. */
  drafts: number
  /** The community doesn't take this kind of post. */
  isRefused: boolean
  /** Another version has to be decided about first. */
  isOvertaken: boolean
  /** Id of the text that says what publishing does. */
  noticeId: string
  /** Whether nothing is missing. Otherwise shows what is. */
  check: () => boolean
}

/** Buttons to preview, publish, schedule, save and discard a post. The form's submit publishes it. */
export function ComposerButtons(props: ComposerButtonsProps) {
  const { composed, panel, drafts, isRefused, isOvertaken, noticeId, check } = props
  const { post, draft, autosave, sending, saving, busy, isDraft, isGuest } = composed
  const t = useTranslate(createPostMessages)
  const { toasts } = useHostedApp()
  const [dialog, setDialog] = useState<'preview' | 'schedule' | 'drafts' | null>(null)
  const discard = useDiscard(composed)
  const isPhone = useMedia('(max-width: 39.9999rem)')
  const isEmpty = isEmptyForm(draft.form)
  const close = () => setDialog(null)

  /** Asks for a time once the server has everything as a draft. */
  async function schedule(): Promise<void> {
    // The server may just have refused the address.
    if (check() && (await saving.run(autosave.force)) && check()) setDialog('schedule')
  }

  async function saveNow(): Promise<void> {
    if (await saving.run(autosave.flush)) toasts.show({ text: t('create.draft.saved'), tone: 'success' })
  }
  const ofDraft: (MenuItem | false)[] = [
    {
      id: 'schedule',
      label: t('create.schedule'),
      icon: <ClockIcon />,
      disabled: isRefused || busy || isOvertaken || isGuest,
      onSelect: () => void schedule(),
    },
    {
      id: 'save',
      label: t('create.draft.save'),
      icon: <EditIcon />,
      disabled: isEmpty || busy || isOvertaken || isGuest,
      onSelect: () => void saveNow(),
    },
    drafts > 0 && {
      id: 'drafts',
      group: 'keep',
      label: t('create.drafts.open'),
      icon: <StackIcon />,
      count: drafts,
      onSelect: () => setDialog('drafts'),
    },
  ]
  const items: (MenuItem | false)[] = [
    ...(isDraft ? ofDraft : []),
    {
      id: 'discard',
      group: 'hide',
      label: t(isDraft ? 'create.draft.discard' : 'create.discard'),
      icon: <TrashIcon />,
      disabled: busy || (isDraft ? isEmpty && !post : !draft.isTouched),
      onSelect: () => void discard(),
    },
  ]
  return (
    <div className="stoa-app-writing-buttons">
      {isDraft && drafts > 0 && (
        <Button className="stoa-app-writing-drafts" variant="quiet" onClick={() => setDialog('drafts')}>
          {t('create.drafts.count', { count: drafts })}
        </Button>
      )}
      <Button
        className="stoa-app-writing-preview"
        variant="quiet"
        icon={<EyeIcon />}
        onClick={() => setDialog('preview')}
      >
        {t('create.preview')}
      </Button>
      <span className="stoa-app-split">
        <Button
          type="submit"
          variant="primary"
          busy={sending.busy}
          disabled={isRefused || isOvertaken}
          aria-label={isDraft ? undefined : t('create.submit.edit')}
          aria-describedby={noticeId}
        >
          {t(isDraft ? 'create.submit' : isPhone ? 'create.submit.edit.short' : 'create.submit.edit')}
        </Button>
        <Menu
          label={t('create.submit.other')}
          icon={<ChevronDownIcon size={16} />}
          size="m"
          items={items.filter((item) => item !== false)}
        />
      </span>
      <IconButton
        label={t('create.settings')}
        icon={<SettingsIcon />}
        aria-expanded={panel.isOpen}
        onClick={panel.isOpen ? panel.close : panel.open}
      />
      {dialog === 'schedule' && post && <ScheduleDialog post={post} draft={draft} onClose={close} />}
      {dialog === 'preview' && (
        <PostPreview form={draft.form} post={post} parentPostId={composed.parentPostId} onClose={close} />
      )}
      {dialog === 'drafts' && <DraftsDialog openId={post?.id ?? null} onClose={close} />}
    </div>
  )
}

interface ScheduleDialogProps {
  post: NonNullable<ComposedPost['post']>
  draft: ComposedPost['draft']
  onClose: () => void
}

function ScheduleDialog({ post, draft, onClose }: ScheduleDialogProps) {
  const t = useTranslate(createPostMessages)
  const navigate = useNavigate()
  const { toasts } = useHostedApp()
  const stoa = useStoa()
  const { changePost } = useActions()
  return (
    <DraftDialog
      post={post}
      own={false}
      now={stoa.clock()}
      onlySchedule
      onChange={async (change) => {
        const saved = await changePost(change)
        draft.take(saved)
        void navigate(postPath(saved))
        return saved
      }}
      onClose={(message) => {
        onClose()
        if (!message) return
        const path = scheduledPath(stoa.state.getState().viewer)
        const action = { label: t('create.scheduled.find'), onAction: () => void navigate(path) }
        showPostToast(stoa, toasts, { postId: post.id, text: message, tone: 'success', action })
      }}
    />
  )
}
