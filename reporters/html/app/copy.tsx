import { useState } from 'preact/hooks';
import { Text } from './text.js';

/** Puts a text on the clipboard; browsers that keep it from pages on disk take the older way. */
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

/** A command to run, and a button that copies it. */
export function Command({ label, text }: { readonly label: string; readonly text: string }) {
  const [told, tell] = useState('');
  const onClick = async () => tell((await copy(text)) ? 'Copied' : 'Select the text and copy it');
  return (
    <div class="command">
      <span class="label">{label}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <code tabIndex={0}>
        <Text>{text}</Text>
      </code>
      <button type="button" onClick={onClick} aria-label={`Copy: ${label}`}>
        Copy
      </button>
      <span role="status">{told}</span>
    </div>
  );
}
