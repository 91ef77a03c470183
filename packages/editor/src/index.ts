export type {
  EditorPerson,
  EditorProps,
  EditorUploads,
  LinkMeta,
  UploadedMedia,
  UploadOptions,
} from './editor-props.ts'
export { editorMessages } from './messages.ts'
export { createUnfinishedUploads, type UnfinishedUpload, type UnfinishedUploads } from './unfinished-uploads.ts'
export { Editor } from './view/editor.tsx'
export { dropKeptFiles } from './view/kept-files.ts'
