import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useFocusOnWrong } from '../../web/lib/useFocusOnWrong.ts';

let control = { focus: () => {} };

function Group(props: { wrong: boolean }) {
  const group = useRef<HTMLDivElement>(null);
  useFocusOnWrong(group, (given) => {
    control = given;
  });
  return (
    <div ref={group}>
      <input aria-label="Days" aria-invalid={props.wrong} />
    </div>
  );
}

test('the focus goes to a wrong field, also when it is shown to be wrong only after the form asked', () => {
  const { rerender } = render(<Group wrong={false} />);
  const days = screen.getByLabelText('Days');
  act(() => control.focus());
  expect(document.activeElement).not.toBe(days);
  rerender(<Group wrong />);
  expect(document.activeElement).toBe(days);
  // once: a later error does not take the focus
  days.blur();
  rerender(<Group wrong={false} />);
  rerender(<Group wrong />);
  expect(document.activeElement).not.toBe(days);
});
