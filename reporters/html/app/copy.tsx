import { useState } from 'preact/hooks';
import { Text } from './text.js';

/** Copies a text to the clipboard, falling back to `execCommand` where browsers block the API for local files. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

/** A command with a button that copies it. */
export function Command({ label, text }: { readonly label: string; readonly text: string }) {
  const [status, setStatus] = useState('');
  const onClick = async () => setStatus((await copy(text)) ? 'Copied' : 'Select the text and copy it');
  return (
    <div class="command">
      <span class="label">{label}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <code tabIndex={0}>
        <Text>{text}</Text>
      </code>
      <button type="button" onClick={onClick} aria-label={`Copy: ${label}`}>
        Copy
      </button>
      <span role="status">{status}</span>
    </div>
  );
}
