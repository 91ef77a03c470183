import { postPath } from '@stoa/contract'
import { DraftDialog, showPostToast } from '@stoa/post-view'
import { useActions, useStoa } from '@stoa/store/react'
import { Button, ChevronDownIcon, ClockIcon, Menu, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { SaveStatus } from './draft/save-status.tsx'
import { createPostMessages } from './messages.ts'
import { isEmptyForm } from './post-form.ts'
import { PostPreview } from './post-preview.tsx'
import type { ComposedPost } from './use-composed-post.ts'

export interface ComposerEndProps {
  composed: ComposedPost
  /** The community doesn't take this kind of post. */
  isRefused: boolean
  /** Whether nothing is missing. Otherwise shows what is. */
  check: () => boolean
}

/** Buttons to publish, schedule, save and preview a post. The form's submit publishes it. */
export function ComposerEnd({ composed, isRefused, check }: ComposerEndProps) {
  const { post, viewer, draft, autosave, sending, saving, busy, isDraft } = composed
  const t = useTranslate(createPostMessages)
  const { toasts } = useHostedApp()
  const [isPreviewed, setPreviewed] = useState(false)
  const [isScheduling, setScheduling] = useState(false)

  /** Asks for a time once the server has everything as a draft. */
  async function schedule(): Promise<void> {
    if (check() && (await saving.run(autosave.force))) setScheduling(true)
  }

  async function saveNow(): Promise<void> {
    if (await saving.run(autosave.flush)) toasts.show({ text: t('create.draft.saved'), tone: 'success' })
  }
  return (
    <div className="stoa-app-form-end stoa-app-composer-end">
      <Button type="submit" variant="primary" busy={sending.busy} disabled={isRefused}>
        {t(isDraft ? 'create.submit' : 'create.submit.edit')}
      </Button>
      {isDraft && (
        <Menu
          label={t('create.submit.other')}
          icon={<ChevronDownIcon />}
          size="m"
          items={[
            {
              id: 'schedule',
              label: t('create.schedule'),
              icon: <ClockIcon />,
              disabled: isRefused || busy,
              onSelect: () => void schedule(),
            },
          ]}
        />
      )}
      {isDraft && (
        <Button disabled={isEmptyForm(draft.form)} busy={saving.busy} onClick={() => void saveNow()}>
          {t('create.draft.save')}
        </Button>
      )}
      <Button variant="quiet" onClick={() => setPreviewed(true)}>
        {t('create.preview')}
      </Button>
      <SaveStatus state={autosave.state} isUnsaved={autosave.isUnsaved} isAutomatic={isDraft && viewer !== null} />
      {isScheduling && post && <ScheduleDialog post={post} draft={draft} onClose={() => setScheduling(false)} />}
      {isPreviewed && <PostPreview form={draft.form} post={post} onClose={() => setPreviewed(false)} />}
    </div>
  )
}

interface ScheduleDialogProps {
  post: NonNullable<ComposedPost['post']>
  draft: ComposedPost['draft']
  onClose: () => void
}

function ScheduleDialog({ post, draft, onClose }: ScheduleDialogProps) {
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
        if (message) showPostToast(stoa, toasts, { postId: post.id, text: message, tone: 'success' })
      }}
    />
  )
}
