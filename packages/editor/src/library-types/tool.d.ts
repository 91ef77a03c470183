import type { MenuItem, ToolboxEntry } from './editorjs.d.ts'

/** The parts of an Editor.js tool that ours override. */
// oxlint-disable-next-line import/no-default-export -- as in the libraries
export default class Tool {
  static get toolbox(): ToolboxEntry[]
  renderSettings(): MenuItem[]
}
