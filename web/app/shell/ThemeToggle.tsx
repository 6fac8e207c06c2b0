import { Moon, Sun } from 'lucide-react';
import { Button } from '../../components/ui/Button.tsx';
import { useTheme } from '../../lib/theme.ts';

export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  return (
    <Button variant="ghost" size="icon" aria-label="Toggle theme" onClick={toggle}>
      {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </Button>
  );
}
