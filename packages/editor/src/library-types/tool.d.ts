import type { MenuItem, ToolboxEntry } from './editorjs.d.ts'

/** A tool of Editor.js, as far as ours change it. */
// oxlint-disable-next-line import/no-default-export -- as the libraries have it
export default class Tool {
  static get toolbox(): ToolboxEntry[]
  renderSettings(): MenuItem[]
}
