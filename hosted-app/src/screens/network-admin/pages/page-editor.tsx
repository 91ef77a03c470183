import '@stoa/editor/styles.css'
import { PAGE_TEXTS_MAX_LENGTH, type PageDetails, type PostDocument, pagePath, pageTextsLength } from '@stoa/contract'
import { Editor } from '@stoa/editor'
import { errorDetails } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import {
  Banner,
  Button,
  Dialog,
  LoadFailure,
  SelectField,
  Skeleton,
  TextField,
  useTranslate,
  useWritten,
} from '@stoa/ui'
import { useCallback, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../../hosted-app.ts'
import { pageEditorPath } from '../../../paths.ts'
import { NotFound } from '../../../shell/not-found.tsx'
import { DraftForm, useLeave } from '../../../shell/save-bar.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { useEditorUploads } from '../../create-post/use-post-uploads.ts'
import { useLoaded } from '../../settings/use-loaded.ts'
import { AddLanguage } from '../add-language.tsx'
import { pageMessages } from './messages.ts'
import { PageConflict } from './page-conflict.tsx'
import type { PageValues } from './page-merge.ts'
import { conflictingPage, EMPTY_TEXT, usePageEdits } from './use-page-edits.ts'

interface EditorProps {
  domainName: string
  /** `new` for one that isn't there yet. */
  pageId: string
  /** Called once a new page is saved, before its address is opened. */
  onCreated: (pageId: string) => void
}

const MISSING = ['PAGE_NOT_FOUND', 'DOMAIN_NOT_FOUND', 'FORBIDDEN', 'VALIDATION_FAILED']

/** Edits a static page of a domain. */
export function PageEditor({ domainName, pageId, onCreated }: EditorProps) {
  const t = useTranslate(pageMessages)
  const { call } = useStoa().client
  const load = useCallback(async () => {
    try {
      if (pageId === 'new') return { page: null, language: (await call('pageList', { domainName })).language }
      const { page } = await call('pageGet', { domainName, pageId })
      return { page, language: page.language }
    } catch (error) {
      if (MISSING.includes(errorDetails(error).code)) return 'missing' as const
      throw error
    }
  }, [call, domainName, pageId])
  const { value, failed, reload } = useLoaded<{ page: PageDetails | null; language: string } | 'missing'>(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('pages.failed')}</LoadFailure>
  if (value === null) return <Skeleton lines={8} />
  if (value === 'missing') return <NotFound />
  return <Form domainName={domainName} first={value.page} language={value.language} onCreated={onCreated} />
}

interface FormProps extends Pick<EditorProps, 'domainName' | 'onCreated'> {
  first: PageDetails | null
  language: string
}

function Form({ domainName, first, language: own, onCreated }: FormProps) {
  const t = useTranslate(pageMessages)
  const written = useWritten()
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const navigate = useNavigate()
  const leave = useLeave()
  const attempt = useFormAction()
  const publishing = useFormAction()
  const deletion = useFormAction()
  const id = useId()
  const uploads = useEditorUploads()
  const edits = usePageEdits(domainName, first, own)
  const { page, values, theirs, merged, language, version, isUnsaved } = edits
  const { slug, texts } = values
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({})
  const [isAsking, setAsking] = useState(false)
  const conflict = useRef<HTMLDivElement>(null)
  const text = texts[language] ?? EMPTY_TEXT

  function clear(): void {
    attempt.reset()
    setIssues({})
  }
  function change(part: Partial<typeof text>): void {
    clear()
    edits.setText(part)
  }
  /** Saves over a page. If somebody else has changed something else meanwhile, both changes are kept. */
  async function saveOver(base: PageDetails | null, sent: PageValues): Promise<PageDetails> {
    const known = base && { pageId: base.id, revision: base.revision }
    try {
      const given = { slug: sent.slug.trim(), texts: { ...sent.texts } }
      const { page: now } = await call('pageSave', { domainName, ...known, ...given })
      edits.settle(sent, now)
      return now
    } catch (error) {
      const current = conflictingPage(error)
      const next = base && current && edits.meet(base, current)
      if (!next) throw error
      return saveOver(current, next)
    }
  }
  async function save(): Promise<boolean> {
    if (theirs) {
      conflict.current?.focus()
      return false
    }
    if (pageTextsLength(values.texts) > PAGE_TEXTS_MAX_LENGTH) {
      setIssues({ texts: '' })
      return false
    }
    return attempt.run(async () => {
      try {
        const now = await saveOver(page, values)
        setIssues({})
        if (page) return
        onCreated(now.id)
        await navigate(pageEditorPath(domainName, now.id), { replace: true })
      } catch (error) {
        setIssues(Object.fromEntries(errorDetails(error, t).issues.map(({ field, message }) => [field, message])))
        throw error
      }
    })
  }
  async function publish(isPublic: boolean): Promise<void> {
    if (!page) return
    await publishing.run(async () => {
      try {
        const about = { domainName, pageId: page.id, revision: page.revision, publish: isPublic }
        edits.setPage((await call('pagePublish', about)).page)
        toasts.show({ text: t(isPublic ? 'page.published' : 'page.unpublished'), tone: 'success' })
      } catch (error) {
        const current = conflictingPage(error)
        if (current) edits.meet(page, current)
        throw error
      }
    })
  }
  async function remove(): Promise<void> {
    if (!page || !(await deletion.run(() => call('pageDelete', { domainName, pageId: page.id })))) return
    toasts.show({ text: t('page.deleted'), tone: 'success' })
    await leave(() => navigate(pageEditorPath(domainName)))
  }
  const problem = theirs || Object.keys(issues).length > 0 ? '' : attempt.problem
  const issueOf = (field: string) => issues[field] ?? issues[`texts.${language}.${field}`]
  const isTooLong = issues.texts !== undefined && pageTextsLength(texts) > PAGE_TEXTS_MAX_LENGTH
  const other = Object.entries(issues).find(
    ([field]) => field !== 'slug' && !['title', 'postContent'].some((name) => field === `texts.${language}.${name}`),
  )
  return (
    <DraftForm
      label={t('pages.title')}
      className="stoa-app-menu-editor"
      changes={[...(edits.changes.slug ? [t('page.slug')] : []), ...edits.changes.languages]}
      attempt={{ busy: attempt.busy, problem }}
      onSave={save}
      isKept
      onDiscard={() => {
        edits.discard()
        clear()
      }}
    >
      <header className="stoa-app-domain-head">
        <a href={pageEditorPath(domainName)}>{t('pages.back')}</a>
        <h2>
          <bdi {...written(text.title)}>{text.title || t('pages.new')}</bdi>
        </h2>
        {page && (
          <div className="stoa-settings-ways">
            {page.hasDraft && (
              <Button
                variant="primary"
                size="s"
                disabled={isUnsaved}
                busy={publishing.busy}
                onClick={() => void publish(true)}
              >
                {t('page.publish')}
              </Button>
            )}
            {page.isPublished && (
              <>
                <a href={pagePath(page.slug)}>{t('page.view')}</a>
                <Button variant="quiet" size="s" busy={publishing.busy} onClick={() => void publish(false)}>
                  {t('page.unpublish')}
                </Button>
              </>
            )}
          </div>
        )}
        {publishing.problem !== '' && <Banner tone="danger">{publishing.problem}</Banner>}
      </header>
      {theirs && merged && (
        <PageConflict
          theirs={theirs}
          merged={merged}
          group={conflict}
          onKeep={() => {
            edits.keepMine()
            clear()
          }}
          onTake={() => {
            edits.takeTheirs()
            clear()
          }}
        />
      )}
      <TextField
        label={t('page.slug')}
        hint={t('page.slug.hint', { slug: slug || '…' })}
        error={issues.slug}
        value={slug}
        maxLength={60}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          edits.setSlug(event.currentTarget.value)
          clear()
        }}
      />
      {Object.keys(texts).length > 1 && (
        <SelectField
          label={t('page.language')}
          options={Object.keys(texts).map((value) => ({ value, label: value }))}
          value={language}
          onChange={(event) => edits.choose(event.currentTarget.value)}
        />
      )}
      <TextField
        label={t('page.title')}
        error={issueOf('title')}
        value={text.title}
        lang={language}
        maxLength={200}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <div className="stoa-field">
        <span className="stoa-field-label" aria-hidden="true">
          {t('page.body')}
        </span>
        <Editor
          key={`${language} ${version}`}
          document={JSON.parse(text.postContent) as PostDocument}
          label={t('page.body')}
          uploads={uploads}
          invalid={issueOf('postContent') !== undefined}
          errorId={issueOf('postContent') ? `${id}-error` : undefined}
          onChange={(document) => change({ postContent: JSON.stringify(document) })}
        />
        {issueOf('postContent') && (
          <p className="stoa-field-error" id={`${id}-error`}>
            {issueOf('postContent')}
          </p>
        )}
      </div>
      {isTooLong && <Banner tone="danger">{t('page.tooLong')}</Banner>}
      {other && !isTooLong && <Banner tone="danger">{`${other[0]}: ${other[1]}`}</Banner>}
      <AddLanguage
        onAdd={(tag) => {
          edits.addLanguage(tag)
          edits.choose(tag)
        }}
      />
      <div className="stoa-settings-ways">
        {Object.keys(texts).length > 1 && <Button onClick={edits.removeLanguage}>{t('page.language.remove')}</Button>}
        {page && (
          <Button variant="danger" onClick={() => setAsking(true)}>
            {t('page.delete')}
          </Button>
        )}
      </div>
      <Dialog
        open={isAsking}
        kind="alert"
        title={t('page.delete.question')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('page.delete.cancel')}
            </Button>
            <Button variant="danger" busy={deletion.busy} onClick={() => void remove()}>
              {t('page.delete')}
            </Button>
          </>
        }
      >
        {deletion.problem || t('page.delete.text')}
      </Dialog>
    </DraftForm>
  )
}
