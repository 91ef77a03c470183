export { Editor } from './editor.tsx'
export type { EditorProps, EditorUploads, LinkMeta, UploadedMedia, UploadOptions } from './editor-props.ts'
export { editorMessages } from './messages.ts'
