import { Button, CloseIcon, IconButton, translatable } from '@stoa/ui'
import type { EditorHost } from '../view/host.ts'
import { useValue } from '../view/value.ts'

/** Tells of files that couldn't be added and the like, below the text. Screen readers hear it from the live region. */
export function EditorNotice({ host }: { host: EditorHost }) {
  const notice = useValue(host.notice)
  if (!notice) return null
  const close = () => {
    host.notice.set(null)
    host.view.focus()
  }
  return (
    <div className="stoa-editor-notice">
      <span>{translatable(notice.text)}</span>
      {notice.actions.map(({ label, run }) => (
        <Button
          key={label}
          size="s"
          onClick={() => {
            close()
            run()
          }}
        >
          {translatable(label)}
        </Button>
      ))}
      <IconButton size="s" label={host.t('editor.dismiss')} icon={<CloseIcon />} onClick={close} />
    </div>
  )
}
