import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { UserView } from '../../../api/views.ts';
import { Dialog } from '../../components/ui/Dialog.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Kbd } from '../../components/ui/Kbd.tsx';
import { classes } from '../../lib/classes.ts';
import { counted } from '../../lib/numbers.ts';
import { type Command, useCommands } from './commands.ts';
import { closePalette } from './openPalette.ts';

const optionId = (at: number): string => `command-${at}`;

/** Goes to a screen, a partner or a campaign, or does something, by its name. */
export function Palette(props: { user: UserView }) {
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState(0);
  const { commands, isLoading, isIncomplete } = useCommands(typed, props.user);
  const at = Math.min(wanted, commands.length - 1);
  useEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const chosen = useRef<Command>(undefined);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    chosen.current = command;
    closePalette();
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setWanted((at + step + commands.length) % Math.max(1, commands.length));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(commands[at]);
    else return;
    event.preventDefault();
  };
  const found = commands.length === 0 ? 'Nothing found. Try another word.' : counted(commands.length, 'result');
  const said = isLoading
    ? 'Searching…'
    : isIncomplete
      ? 'Couldn’t load all partners, conversations and campaigns. Try again.'
      : found;
  return (
    // a command may put the focus somewhere, so it runs once the focus is back
    <Dialog title="Search" onClose={closePalette} onClosed={() => chosen.current?.run()}>
      <div className="border-b p-3">
        <Input
          role="combobox"
          aria-label="Search partners, campaigns and commands"
          aria-expanded
          aria-controls="commands"
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? optionId(at) : undefined}
          placeholder="Search, or type a command"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setWanted(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div id="commands" role="listbox" aria-label="Results" className="h-96 overflow-y-auto p-1.5">
        {commands.map((command, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys of the list
          <div
            key={command.id}
            id={optionId(place)}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            onClick={() => run(command)}
            onPointerMove={() => setWanted(place)}
            className={classes(
              'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-3 text-small',
              place === at && 'bg-accent-soft text-accent',
            )}
          >
            <bdi className="min-w-0 flex-1 truncate">{command.text}</bdi>
            <span className={classes('text-note', place !== at && 'text-ink-3')}>{command.note}</span>
            {command.keys && <Kbd keys={command.keys} />}
          </div>
        ))}
      </div>
      <p
        role="status"
        className={classes('px-5 py-2 text-ink-3 text-small', commands.length > 0 && !isIncomplete && 'sr-only')}
      >
        {said}
      </p>
    </Dialog>
  );
}
