-- expect: unexpected EOS
function InterpretHealth(o) return ('x'):find('[a') end
