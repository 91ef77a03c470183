import type { Community } from '@stoa/contract'
import type { EditorUploads, UnfinishedUploads } from '@stoa/editor'
import { Button, PollIcon, SelectField, useTranslate } from '@stoa/ui'
import type { RefObject } from 'react'
import { useUploads } from '../../../shell/uploads/use-uploads.ts'
import { createPostMessages } from '../messages.ts'
import { emptyPoll, type PostForm, type Problems } from '../post-form.ts'
import { ResponseRecorder } from '../recorder/response-recorder.tsx'
import type { ComposedPost } from '../use-composed-post.ts'
import type { PostKinds } from '../use-post-kinds.ts'
import { CommunityPicker } from './community-picker.tsx'
import { DocumentField } from './document-field.tsx'
import { ImageField } from './image-field.tsx'
import { PollFields } from './poll-fields.tsx'
import { TitleField } from './title-field.tsx'
import { TopicField } from './topic-field.tsx'

export interface ComposerFieldsProps {
  composed: ComposedPost
  kinds: PostKinds
  community: Pick<Community, 'activeFlairs'>
  uploads: EditorUploads | undefined
  unfinished: UnfinishedUploads
  /** The error text of a field. */
  error: (field: keyof Problems) => string | undefined
  formElement: RefObject<HTMLFormElement | null>
}

/** All fields of a post. */
export function ComposerFields({ composed, kinds, community, uploads, unfinished, ...rest }: ComposerFieldsProps) {
  const { error, formElement } = rest
  const { draft, post, change, sending, isDraft, isResponse } = composed
  const { form } = draft
  const t = useTranslate(createPostMessages)
  const recordings = useUploads()

  /** Adds or removes the poll. The pressed button disappears, so its counterpart gets focus. */
  const setPoll = (poll: PostForm['poll']) => {
    change({ poll })
    const next = poll ? '.stoa-app-poll-option input' : '.stoa-app-poll-add button'
    setTimeout(() => formElement.current?.querySelector<HTMLElement>(next)?.focus())
  }
  return (
    <>
      {isDraft && <PlaceFields composed={composed} kinds={kinds} />}
      <TitleField
        title={form.title}
        error={error('title')}
        busy={sending.busy}
        onChange={(title) => change({ title })}
      />
      <TopicField topics={community.activeFlairs} draft={{ form, change }} error={error('flairId')} />
      <ImageField
        label={t('create.hero')}
        hint={t('create.hero.hint')}
        image={form.heroImage}
        withAlt
        unfinished={unfinished}
        onChange={(heroImage) => change({ heroImage })}
      />
      <DocumentField
        document={form.document}
        label={t('create.field.text')}
        error={error('document')}
        busy={sending.busy}
        uploads={uploads}
        unfinished={unfinished}
        onPoll={form.poll || !kinds.takesPolls ? undefined : () => setPoll(emptyPoll)}
        onChange={(document) => change({ document })}
      />
      {isResponse && recordings && (
        <ResponseRecorder
          uploads={recordings}
          unfinished={unfinished}
          onAdd={(block) => {
            const { document } = draft.latest().form
            change({ document: { ...document, blocks: [...document.blocks, block] } })
          }}
        />
      )}
      <ImageField
        label={t('create.featured')}
        hint={t('create.featured.hint')}
        image={form.featuredImage}
        unfinished={unfinished}
        onChange={(featuredImage) => change({ featuredImage })}
      />
      {form.poll ? (
        <PollFields
          poll={form.poll}
          locked={(post?.pollTotalVoters ?? 0) > 0}
          error={error('poll')}
          onChange={(poll) => change({ poll })}
          onRemove={() => setPoll(null)}
        />
      ) : (
        kinds.takesPolls && (
          <div className="stoa-app-poll-add">
            <Button icon={<PollIcon />} onClick={() => setPoll(emptyPoll)}>
              {t('create.poll.add')}
            </Button>
          </div>
        )
      )}
    </>
  )
}

/** The community and kind of a post that isn't published yet. */
function PlaceFields({ composed, kinds }: Pick<ComposerFieldsProps, 'composed' | 'kinds'>) {
  const t = useTranslate(createPostMessages)
  const { draft, change, isResponse } = composed
  const { form } = draft
  const { takes, mayTell } = kinds
  return (
    <div className="stoa-app-form-row">
      {!isResponse && (
        <CommunityPicker
          tokenName={form.tokenName}
          onChange={(tokenName) => change({ tokenName, flairId: '', kind: 'community' })}
        />
      )}
      {(mayTell || form.kind === 'story') && (
        <SelectField
          label={t('create.field.kind')}
          value={form.kind}
          options={(['community', 'story'] as const).map((value) => ({
            value,
            label: t(`create.kind.${value}`),
            disabled: value !== form.kind && !takes({ kind: value }) && !takes({ kind: value, poll: emptyPoll }),
          }))}
          onChange={(event) => change({ kind: event.currentTarget.value as PostForm['kind'] })}
        />
      )}
    </div>
  )
}
