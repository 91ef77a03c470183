/** Without support for modal dialogs it is shown as an ordinary one. */
export function showModal(dialog: HTMLDialogElement): void {
  if ('showModal' in dialog) dialog.showModal()
  else (dialog as HTMLElement).setAttribute('open', '')
}
